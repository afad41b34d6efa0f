import { useState } from 'react'
import { useFocusAfterRemoval } from '../../../../../core/web/admin/focus-after-removal.ts'
import { byId, Rows } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { Button, SmallButton } from '../../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { type LetterTemplate, letterTemplateDelete } from '../../../contract/letters.ts'
import { templatesQuery } from './template-chooser.tsx'
import { TemplateForm } from './template-form.tsx'

/** The open template; null for a new one */
type Open = { template: LetterTemplate | null }

/** Adds, changes, and deletes the templates of letters. All users share them. */
export function TemplateManager({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState<Open>()
  const [isDirty, setDirty] = useState(false)

  /** Asks before what was typed into the open template is lost. */
  function leave(next: () => void) {
    if (isDirty && !confirm('Your changes to the template aren’t saved. Leave without saving them?')) return
    setDirty(false)
    next()
  }

  const title = open ? (open.template ? 'Change the template' : 'New template') : 'Templates'
  return (
    <Modal title={title} onClose={() => leave(onClose)} wide>
      {open ? (
        <TemplateForm
          template={open.template}
          onDirty={setDirty}
          onSaved={() => {
            setDirty(false)
            setOpen(undefined)
          }}
          onCancel={() => leave(() => setOpen(undefined))}
        />
      ) : (
        <TemplateList onOpen={setOpen} />
      )}
    </Modal>
  )
}

function TemplateList({ onOpen }: { onOpen: (open: Open) => void }) {
  const { data: templates, notLoaded } = useLoaded(templatesQuery, 'templates')
  const [asking, setAsking] = useState<{ template: LetterTemplate; pressed: Element }>()
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement, HTMLButtonElement>(templates)
  const removing = useApiMutation(letterTemplateDelete, {
    failure: 'Couldn’t delete the template',
    alwaysInvalidates: [templatesQuery.queryKey],
    onError: () => focusAfter(undefined),
  })

  function remove() {
    if (!asking) return
    focusAfter(asking.pressed)
    removing.run({ params: { id: asking.template.id } })
  }

  return (
    <>
      {notLoaded}
      {templates?.length === 0 && <p>No templates yet. Add one for what you write often.</p>}
      <Rows className="letter-templates" ref={rows} rows={templates} keyOf={byId}>
        {(template) => (
          <>
            <span dir="auto">{template.name}</span>
            <SmallButton onClick={() => onOpen({ template })}>
              Edit<span className="sr-only"> {template.name}</span>
            </SmallButton>
            <SmallButton
              data-removes=""
              onClick={(event) => setAsking({ template, pressed: event.currentTarget })}
            >
              Delete<span className="sr-only"> {template.name}</span>
            </SmallButton>
          </>
        )}
      </Rows>
      <div className="form-actions">
        <Button ref={headline} onClick={() => onOpen({ template: null })}>
          New template
        </Button>
      </div>
      {asking && (
        <AskDialog
          title="Delete this template?"
          yes="Delete"
          no="Keep"
          onYes={remove}
          onClose={() => setAsking(undefined)}
        >
          <p dir="auto">{asking.template.name}</p>
          <p>This can’t be undone. Emails that were written with it stay.</p>
        </AskDialog>
      )}
    </>
  )
}
