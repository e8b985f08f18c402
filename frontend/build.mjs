/** Builds the scripts and styles of the pages, in English and in each language that has messages for scripts. */

import { existsSync, readdirSync } from 'node:fs';
import { build } from 'vite';

const LOCALE = '../config/locale';
const translated = readdirSync(LOCALE).filter((name) => existsSync(`${LOCALE}/${name}/LC_MESSAGES/djangojs.po`));

await build({ logLevel: 'warn' });
for (const mode of translated) await build({ mode, logLevel: 'warn' });
