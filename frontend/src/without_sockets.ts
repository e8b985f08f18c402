/** What serves where no socket can be had. Few networks are so: the script is loaded when it is needed. */

export { readNotices } from './notices/notices_reader';
export { playByRequest } from './play/by_request';
export { readFeed } from './scoreboard/feed_reader';
