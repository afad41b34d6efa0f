import { letterPreview } from '../../../../contracts/letters.ts'
import type { EntryKey } from '../../../../contracts/people.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { apiQuery } from '../../api.ts'
import { useLoaded } from '../../load-problem.tsx'
import { EmailPreview } from '../../newsletter/email-preview.tsx'
import type { LetterTexts } from './use-letter-text.ts'

/** The letter as the person will see it, with its fields filled in */
export function LetterPreview({ entry: { form, id }, subject, body }: LetterTexts & { entry: EntryKey }) {
  const query = apiQuery(letterPreview, { params: { form, id }, body: { subject, body } })
  const { data, notLoaded } = useLoaded(
    { ...query, gcTime: 0 },
    { failure: 'The preview couldn’t be loaded.', waiting: 'Preparing the preview...' },
  )
  if (notLoaded || !data) return notLoaded
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
