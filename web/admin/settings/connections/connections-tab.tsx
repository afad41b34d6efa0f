import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../ui/notice.tsx'
import { LoadProblem } from '../../load-problem.tsx'
import { AiCard } from './ai-card.tsx'
import { connectionsQuery } from './connection-queries.ts'
import { MailCard } from './mail-card.tsx'
import { SpeechCard } from './speech-card.tsx'

/** Services outside of the site. Changes count at once, without a restart. */
export function ConnectionsTab() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  if (error && !data)
    return <LoadProblem what="The connections couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading connections...</p>
  return (
    <>
      <p>
        Services that your site works with. Changes count right away. Passwords and keys are stored encrypted
        and are never shown again.
      </p>
      {data.keyProblem !== null && (
        <Notice tone="problem" autoFocus={false}>
          <p>{data.keyProblem}</p>
        </Notice>
      )}
      <MailCard {...data} />
      <AiCard {...data} />
      <SpeechCard {...data} />
    </>
  )
}
