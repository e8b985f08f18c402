/**
 * Prints the faults that Spectral's rules find in documents of OpenAPI and AsyncAPI: `node schema_rules.mjs FILE…`.
 */

import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const ERROR = 0;

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas, rulesets.asyncapi] });
for (const file of process.argv.slice(2)) {
  const found = await linter.run(readFileSync(file, 'utf8'));
  const errors = found.filter(({ severity }) => severity === ERROR);
  for (const { code, message, path } of errors) console.error(`${code} at ${path.join('/')}: ${message}`);
  if (errors.length > 0) process.exitCode = 1;
}
