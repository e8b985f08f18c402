/** How long movement takes at the table. */

import { looks } from './shared_looks.svelte';

const PACES = { usual: 1, fast: 0.5, at_once: 0 };
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Beside the usual time; 0 if cards are at once where they belong. */
export const pace = (): number => (calm.matches ? 0 : PACES[looks.current.speed]);
