import { Facts } from '../../../core/emails/email-template.tsx'

/** Facts about a training, as texts. Empty ones are left out. */
export type TrainingFacts = {
  where: string
  topics: string[]
  trainerName: string
  /** A second trainer or a helper */
  helper: string
  price: string
  /** Where to pay what is not paid yet */
  payUrl: string
  /** True if the client has to pay and was given no address for it */
  mustAskHowToPay: boolean
  terms: string
  /** Preparations for the client */
  prepare: string
  /** Titles and addresses of files and posts, one per line */
  material?: string
}

type TrainingDetailsProps = { when: [label: string, text: string]; facts: TrainingFacts }

export function TrainingDetails({ when, facts }: TrainingDetailsProps) {
  const { where, topics, trainerName, helper, price, payUrl, mustAskHowToPay } = facts
  const { terms, prepare, material = '' } = facts
  return (
    <Facts
      rows={[
        when,
        ['Where', where],
        ['Topics', topics.join(', ')],
        ['Your trainer', trainerName],
        ['Also there', helper],
        ['Price', price],
        ['Pay at', payUrl],
        ['How to pay', mustAskHowToPay ? 'Reply to this email, and we’ll tell you.' : ''],
        ['Please prepare', prepare],
        ['Material', material],
        ['Terms', terms],
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
