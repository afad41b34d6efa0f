import { formatDateTime } from '../../../core/contract/format-date.ts'
import { action, detailed, recorderOf, time } from '../../../core/server/activity/record-activity.ts'
import { postKind } from '../../media/contract/media.ts'

export const postActions = {
  'post-published': action(postKind, 'Published a post', ['post']),
  'post-scheduled': detailed(
    postKind,
    { for: time },
    (details, options) => `Scheduled a post for ${formatDateTime(details.for, options)}`,
    ['post'],
  ),
  'post-unpublished': action(postKind, 'Unpublished a post', ['post']),
  'post-trashed': action(postKind, 'Moved a post to the trash', ['post']),
  'post-restored': action(postKind, 'Restored a post from the trash', ['post']),
}
export const recordActivity = recorderOf(postActions)
