/** The types of what the API takes and gives, made from its schema by `npm run types`. */

import type { components } from '../types/schema';

export type Schemas = components['schemas'];
