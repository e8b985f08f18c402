/** Prints what Spectral's rules for OpenAPI find wrong with a document: `node schema_rules.mjs FILE`. */

import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const ERROR = 0;

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas] });
const found = await linter.run(readFileSync(process.argv[2], 'utf8'));
const errors = found.filter(({ severity }) => severity === ERROR);
for (const { code, message, path } of errors) console.error(`${code} at ${path.join('/')}: ${message}`);
process.exit(errors.length > 0 ? 1 : 0);
