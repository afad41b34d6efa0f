import { Facts } from '../../../core/emails/email-template.tsx'

/** Facts about a training, as texts. Empty ones are left out. */
export type TrainingFacts = {
  place: string
  isOnline: boolean
  topics: string[]
  trainerName: string
  price: string
  /** Preparations for the client */
  prepare: string
}

type TrainingDetailsProps = { when: [label: string, text: string]; facts: TrainingFacts }

export function TrainingDetails({ when, facts }: TrainingDetailsProps) {
  const { place, isOnline, topics, trainerName, price, prepare } = facts
  return (
    <Facts
      rows={[
        when,
        ['Where', isOnline ? ['Online', place].filter(Boolean).join('\n') : place],
        ['Topics', topics.join(', ')],
        ['Your trainer', trainerName],
        ['Price', price],
        ['Please prepare', prepare],
      ]}
    />
  )
}

export function Greeting({ name }: { name: string }) {
  if (name === '') return <p>Hello,</p>
  return (
    <p>
      Hello <bdi>{name}</bdi>,
    </p>
  )
}
