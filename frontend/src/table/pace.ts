/** The pace of movement at the table. */

import { looks } from './shared_looks.svelte';

const PACES = { usual: 1, fast: 0.5, at_once: 0 };
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** The factor that multiplies the usual times of movement; 0 if cards do not move but appear in their places. */
export const pace = (): number => (calm.matches ? 0 : PACES[looks.current.speed]);
