/** What endings and links to share need on a page: buttons to share, names claimed in place, and small tables. */

import './style/endings.css';
import { mountAll } from './endings/mounting';

mountAll(document);
document.addEventListener('renewed', ({ target }) => mountAll(target as Element));
