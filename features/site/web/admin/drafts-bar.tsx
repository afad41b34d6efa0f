import { useState } from 'react'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { CanceledError } from '../../../../core/web/admin/repeated-requests.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { QuietButton, SubmitButton } from '../../../../core/web/ui/button.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { Section } from '../../contract/site-content/section.ts'
import {
  draftsSettle,
  type SectionSummary,
  sectionList,
  sectionRead,
} from '../../contract/site-content/section-api.ts'
import type { Unsaved } from './use-section.ts'

type DraftsBarProps = {
  sections: Section[]
  states: SectionSummary[]
  open: Section | undefined
  /** What is typed in the open form */
  unsaved: Unsaved | undefined
}

/** Publishes or discards all drafts together. The open form's buttons are enough while there is no other draft. */
export function DraftsBar({ sections, states, open, unsaved }: DraftsBarProps) {
  const [isAsking, setAsking] = useState(false)
  const drafts = states.filter(({ hasDraft }) => hasDraft)
  const changed = sections.filter(
    ({ id }) => id === unsaved?.section.id || drafts.some(({ section }) => section === id),
  )

  const settling = useApiMutation(
    async (isPublished: boolean) => {
      const versions = new Map(drafts.map(({ section, version }) => [section, version]))
      if (unsaved && isPublished) {
        const saved = await unsaved.save()
        // The form says why.
        if (saved === undefined) throw new CanceledError()
        versions.set(unsaved.section.id, saved)
      }
      const chosen = [...versions].map(([section, version]) => ({ section, version }))
      return call(draftsSettle, { body: { drafts: chosen, isPublished } })
    },
    {
      failure: 'Nothing was changed.',
      alwaysInvalidates: [queryKeyOf(sectionList)],
      // The open form is loaded again.
      invalidates: open ? [queryKeyOf(sectionRead, { params: { section: open.id } })] : [],
      onSuccess(_, isPublished) {
        showToast(
          isPublished
            ? { title: 'Published', description: 'Visitors see it within a second.' }
            : { title: 'Drafts discarded', description: 'Your versions stay in Version history.' },
        )
      },
    },
  )

  if (changed.every(({ id }) => id === open?.id)) return null
  const titles = new Intl.ListFormat('en').format(changed.map(({ title }) => title))
  return (
    <Form className="site-drafts" aria-label="Changes" onSubmit={() => settling.run(true)}>
      <p>Not public yet: {titles}.</p>
      <div className="form-actions">
        <SubmitButton
          busy={settling.busy}
          label={`Publish all changes (${changed.length})`}
          busyLabel="Publishing..."
        />
        <QuietButton busy={settling.busy} onClick={() => setAsking(true)}>
          Discard all
        </QuietButton>
      </div>
      {isAsking && (
        <AskDialog
          title="Discard all changes?"
          yes="Discard all"
          onYes={() => {
            setAsking(false)
            settling.run(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>Visitors keep seeing what is public now. Saved drafts stay in Version history.</p>
        </AskDialog>
      )}
    </Form>
  )
}
