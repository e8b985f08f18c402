/** Scripts for endings and for links to share: buttons to share, forms to claim a name in place, and small tables. */

import './style/endings.css';
import { mountAll } from './endings/mounting';

mountAll(document);
document.addEventListener('renewed', ({ target }) => mountAll(target as Element));
