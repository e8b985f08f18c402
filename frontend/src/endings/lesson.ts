/** Shows the lesson of an ending, the small board of the move that gave most away. */

import { islands, mount } from '../islands/island';
import type { View } from '../table/view';
import Lesson from './Lesson.svelte';

export function showLesson(): void {
  for (const [element, view] of islands<View>('lesson')) mount(Lesson, element, { view });
}
