/**
 * Scripts for the ends of games and for shared links: buttons that share a link, forms in which a guest chooses a name
 * without leaving the page, and small tables.
 */

import './style/endings.css';
import { mountAll } from './endings/mounting';

mountAll(document);
document.addEventListener('renewed', ({ target }) => mountAll(target as Element));
