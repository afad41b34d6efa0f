import { action, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { postKind } from '../contract/media.ts'

export const mediaActions = {
  'picture-deleted': action(postKind, 'Deleted an image', ['picture']),
  'file-deleted': action(postKind, 'Deleted a file', ['file']),
}
export const recordActivity = recorderOf(mediaActions)
