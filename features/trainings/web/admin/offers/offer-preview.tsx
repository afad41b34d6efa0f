import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { EmailPreview } from '../../../../../core/web/admin/email-preview.tsx'
import { call } from '../../../../../core/web/api.ts'
import { explainFailure } from '../../../../../core/web/api-failures.ts'
import { ChoiceBar } from '../../../../../core/web/ui/choice-bar.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { PagePreview } from '../../../../site/web/admin/page-preview.tsx'
import { offerPreview } from '../../../contract/offers.ts'

type OfferPreviewProps = { request: z.infer<typeof offerPreview.body>; onClose: () => void }

/** The client's page and the email with everything that is typed, before anything is sent */
export function OfferPreview({ request, onClose }: OfferPreviewProps) {
  const [shown, setShown] = useState<'page' | 'email'>('page')
  const { data, error } = useQuery({
    queryKey: queryKeyOf(offerPreview),
    queryFn: () => call(offerPreview, { body: request, isQuiet: true }),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal title="Preview" wide onClose={onClose}>
      {error && <Notice tone="problem">{explainFailure(error)}</Notice>}
      <ChoiceBar
        label="What to preview"
        options={{ page: 'Their page', email: 'The email' }}
        value={shown}
        onChange={setShown}
      />
      {!error && shown === 'page' && (
        <PagePreview label="The offer" page="offer" html={data?.html} selector={undefined} hasThemes />
      )}
      {data && shown === 'email' && (
        <>
          <p>
            Subject: <b>{data.mail.subject}</b>
          </p>
          <EmailPreview html={data.mail.html} title={`The email “${data.mail.subject}”`} />
        </>
      )}
    </Modal>
  )
}
