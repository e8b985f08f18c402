/** The types of the API's requests and answers, made from its schema by `npm run types`. */

import type { components } from '../types/schema';

export type Schemas = components['schemas'];
