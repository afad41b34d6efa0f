import { useQuery } from '@tanstack/react-query'
import { letterPreview } from '../../../../contracts/letters.ts'
import type { EntryKey } from '../../../../contracts/people.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { apiQuery } from '../../api.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { EmailPreview } from '../../newsletter/email-preview.tsx'
import type { LetterTexts } from './use-letter-text.ts'

/** The letter as the person will see it, with its fields filled in */
export function LetterPreview({ entry: { form, id }, subject, body }: LetterTexts & { entry: EntryKey }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(letterPreview, { params: { form, id }, body: { subject, body } }),
    gcTime: 0,
  })
  if (error) return <LoadProblem what="The preview couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Preparing the preview...</p>
  return (
    <>
      <p className="letter-subject" dir="auto">
        <strong>{data.subject || 'No subject yet'}</strong>
      </p>
      <ScrollRegion label="Preview">
        <EmailPreview html={data.html} title={`The email “${data.subject}”`} />
      </ScrollRegion>
    </>
  )
}
