import type { TrainingFormat } from '../contract/training-fields.ts'

/** The first lines of the checklist of a training. Users change them for each training. */
export const starterTasks: Record<TrainingFormat, readonly string[]> = {
  'in-person': [
    'Confirm the room, the screen, and the Wi-Fi',
    'Send the agenda',
    'Print handouts',
    'Plan the trip',
  ],
  online: [
    'Send the link for the call',
    'Send the agenda',
    'Email handouts',
    'Try out the call and screen sharing',
  ],
}
