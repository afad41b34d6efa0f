import { Answers } from './email-template.tsx'

/** Facts about a training, as texts. Empty ones are left out. */
export type TrainingFacts = {
  place: string
  isOnline: boolean
  topics: string[]
  trainerName: string
  price: string
  /** What the client should prepare */
  prepare: string
}

export function TrainingAnswers({
  when,
  facts,
}: {
  when: [label: string, text: string]
  facts: TrainingFacts
}) {
  const { place, isOnline, topics, trainerName, price, prepare } = facts
  const rows: [string, string][] = [
    when,
    ['Where', isOnline ? ['Online', place].filter(Boolean).join('\n') : place],
    ['Topics', topics.join(', ')],
    ['Your trainer', trainerName],
    ['Price', price],
    ['Please prepare', prepare],
  ]
  return <Answers rows={rows.filter(([, text]) => text !== '')} />
}

export function Greeting({ name }: { name: string }) {
  return <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
}
