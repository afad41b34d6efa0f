import type { Training } from './trainings.ts'

type Gaps = Pick<Training, 'format' | 'place' | 'contactPhone' | 'headCount'> & {
  /** Items of the checklist that are not done */
  openTasks: number
}

/** Lists the missing facts and tasks of a booked training in one or two sentences; empty if everything is ready */
export function describeGaps({ format, place, contactPhone, headCount, openTasks }: Gaps): string {
  const missing = [
    place === '' && (format === 'online' ? 'link for the call' : 'place'),
    contactPhone === '' && 'phone number of the contact',
    headCount === null && 'number of people',
  ].filter((part) => part !== false)
  const sentences = [
    missing.length > 0 && `Missing: ${missing.join(', ')}.`,
    openTasks > 0 &&
      `${openTasks === 1 ? 'One checklist item is' : `${openTasks} checklist items are`} left.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
