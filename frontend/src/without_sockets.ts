/**
 * The scripts for pages that cannot open a socket. Few networks block sockets, so this file is loaded only when it is
 * needed.
 */

export { readNotices } from './notices/notices_reader';
export { playByRequest } from './play/by_request';
export { readFeed } from './scoreboard/feed_reader';
