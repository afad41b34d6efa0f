import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import type { Look } from '../../../../core/contract/look/look.ts'
import { ProblemSummary, takeTheirs } from '../../../../core/web/admin/record-form.tsx'
import { useLeaveGuard } from '../../../../core/web/admin/use-leave-guard.ts'
import { ConflictDialog } from '../../../../core/web/editing/record/conflict-dialog.tsx'
import { RestoreNotice } from '../../../../core/web/editing/record/restore-notice.tsx'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { QuietButton, SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { useSaveShortcut } from '../../../../core/web/ui/save-shortcut.ts'
import { describeValue, labelAt } from '../../contract/site-content/describe.ts'
import type { Section } from '../../contract/site-content/section.ts'
import type { SectionState } from '../../contract/site-content/section-api.ts'
import { idOf } from './field-path.ts'
import { LookFields } from './look/look-fields.tsx'
import { SectionFields } from './section-fields.tsx'
import { SectionHistory } from './section-history.tsx'
import type { SectionValue } from './section-record.ts'
import { type Unsaved, useSection } from './use-section.ts'

type Opened = 'history' | 'original' | undefined
type SectionEdit = ReturnType<typeof useSection>

type SectionFormProps = {
  of: Section
  initial: SectionState
  /** Called with what is typed and not saved */
  onType: (typed: Unsaved | undefined) => void
  /** The words at a click in the preview, then those around them */
  picked: readonly string[] | undefined
}

/** The form of a section with drafts, publishing, and history. Leaving it saves a draft. */
export function SectionForm({ of, initial, onType, picked }: SectionFormProps) {
  const { id, title } = of
  const section = useSection(of, initial)
  const { isDirty, value } = section
  const [opened, setOpened] = useState<Opened>()
  const fields = useRef<HTMLDivElement>(null)
  useLeaveGuard(isDirty, section.leave)
  const typed = useEffectEvent(() =>
    onType(isDirty ? { section: of, value, save: section.saveDraft } : undefined),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what was typed.
  useEffect(() => typed(), [isDirty, value])
  useEffect(() => focusWords(fields.current, picked ?? []), [picked])
  const { conflict } = section.edit.state
  useSaveShortcut(() => section.isDirty && section.save(false))

  return (
    <div ref={fields}>
      <Form className="form site-form" onSubmit={() => section.save(true)}>
        <RestoreNotice edit={section.edit} />
        <ProblemSummary
          problem={section.problem}
          fields={Object.entries(section.messages).map(([key, error]) => ({
            id: idOf(key.split('.')),
            label: labelAt(section.fields, key),
            error,
          }))}
        />
        <p className="site-state" role="status">
          {describeState(section.state, section.isDirty)}
        </p>
        <Controls key={section.replaced} id={id} section={section} />
        <SectionActions section={section} onOpen={setOpened} />
      </Form>
      {opened === 'history' && (
        <SectionHistory
          section={of}
          current={section.value}
          onClose={() => setOpened(undefined)}
          onUse={(value) => {
            section.edit.load(value)
            setOpened(undefined)
          }}
        />
      )}
      {opened === 'original' && (
        <AskDialog
          title="Go back to the original?"
          yes="Back to the original"
          onYes={() => section.reset('original')}
          onClose={() => setOpened(undefined)}
        >
          <p>
            Visitors will see the {id === 'look' ? 'look' : 'words'} that the site came with. Your versions
            stay in Version history.
          </p>
        </AskDialog>
      )}
      {/* Not before the save has ended, because until then “Keep mine” would save nothing. */}
      {conflict && !section.busy && (
        <ConflictDialog
          edit={section.edit}
          title="Two versions of this section"
          lead={`${conflict.theirs.changedBy ?? 'Someone else'} saved this section ${conflict.theirs.changedAt ? formatRecent(conflict.theirs.changedAt) : ''}, while you were editing it. Your version isn’t lost. If you keep it, what only they changed stays, too. Both are in Version history once they are saved.`}
          describe={(value: SectionValue) => describeValue(section.fields, value)}
          copyHeading={title}
          copyLabel="Copy my text"
          onKeep={section.keepMine}
          onTake={() => takeTheirs(section.edit)}
        />
      )}
    </div>
  )
}

function Controls({ id, section }: { id: string; section: SectionEdit }) {
  const { fields, value, messages, setValue } = section
  if (id === 'look')
    // The casts are safe: the value of this section is a look.
    return (
      <LookFields
        value={value as Look}
        messages={messages}
        onChange={(next) => setValue(next as SectionValue)}
      />
    )
  return <SectionFields fields={fields} value={value} path={[]} messages={messages} onChange={setValue} />
}

/** Moves the focus to the field with the words that were clicked, the innermost first. */
function focusWords(form: HTMLElement | null, words: readonly string[]) {
  const inputs = [
    ...(form?.querySelectorAll<HTMLInputElement>('input:not([type]), input[type=text], textarea') ?? []),
  ]
  const fields = words.flatMap((text) => inputs.find(({ value }) => value.trim() === text) ?? [])
  const field = fields[0] ?? inputs.find(({ value }) => value !== '' && words[0]?.includes(value.trim()))
  for (let box = field?.closest('details'); box; box = box.parentElement?.closest('details')) box.open = true
  field?.focus()
}

function SectionActions({ section, onOpen }: { section: SectionEdit; onOpen: (opened: Opened) => void }) {
  const { state, busy, isDirty, save, reset } = section
  return (
    <div className="settings-save site-actions">
      <div className="form-actions">
        <SubmitButton busy={busy} label="Publish" busyLabel="Saving..." />
        <QuietButton busy={busy} onClick={() => save(false)}>
          Save draft
        </QuietButton>
      </div>
      <div className="form-actions">
        {state.isOriginal && !state.hasDraft && !isDirty && (
          <TextButton busy={busy} onClick={() => save(true)}>
            Keep it as it is
          </TextButton>
        )}
        {state.hasDraft && (
          <TextButton busy={busy} onClick={() => reset('published')}>
            Discard draft
          </TextButton>
        )}
        {state.version > 0 && <TextButton onClick={() => onOpen('history')}>Version history</TextButton>}
        {(!state.isOriginal || state.hasDraft) && (
          <TextButton onClick={() => onOpen('original')}>Back to the original</TextButton>
        )}
      </div>
    </div>
  )
}

const originalWords: Record<string, string> = {
  look: 'This is the original look.',
  homeLayout: 'This is the original order.',
}

function describeState(
  { section, isOriginal, hasDraft, changedAt, changedBy }: SectionState,
  isDirty: boolean,
): string {
  if (isDirty) return 'Not saved yet.'
  const by = changedAt ? `, ${formatRecent(changedAt)} by ${changedBy}` : ''
  if (hasDraft) return `Draft, not public yet${by}.`
  if (isOriginal) return originalWords[section] ?? 'These are the original words of the site.'
  return `Published${by}.`
}
