import { useEffect, useRef, useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import type { Look } from '../../../contracts/look/look.ts'
import { labelAt } from '../../../contracts/site-content/describe.ts'
import type { Fields } from '../../../contracts/site-content/fields.ts'
import type { PreviewPage, SectionState } from '../../../contracts/site-content/section-api.ts'
import { sectionPlaces } from '../../../contracts/site-content/section-places.ts'
import type { SectionId } from '../../../contracts/site-content/sections.ts'
import { RestoreNotice } from '../../editing/restore-notice.tsx'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, QuietButton, TextButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSaveShortcut } from '../../ui/save-shortcut.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'
import { idOf, type Messages } from './field-path.ts'
import { LookFields } from './look/look-fields.tsx'
import { ChoiceBar, PagePreview, previewId } from './page-preview.tsx'
import { SectionConflict } from './section-conflict.tsx'
import { SectionFields } from './section-fields.tsx'
import { SectionHistory } from './section-history.tsx'
import { usePreview } from './use-preview.ts'
import { type SectionValue, useSection } from './use-section.ts'

type Opened = 'history' | 'original' | undefined
type Section = ReturnType<typeof useSection>

/** The form of a section with drafts, publishing, and history, beside a preview of the page */
export function SectionForm({ section: id, initial }: { section: SectionId; initial: SectionState }) {
  const section = useSection(id, initial)
  const [opened, setOpened] = useState<Opened>()
  const { title, selector, page: firstPage, otherPages } = sectionPlaces[id]
  const [page, setPage] = useState(firstPage)
  const preview = usePreview(id, page, section.value)
  useUnsavedQuestion(
    section.isDirty,
    'Your changes aren’t saved. Leave? This browser keeps them and offers them when you come back.',
  )
  useSaveShortcut(() => section.isDirty && section.save(false))

  return (
    <div className="site-editor-columns">
      <Form className="form site-form" onSubmit={() => section.save(true)}>
        <SectionNotices section={section} />
        <p className="site-state" role="status">
          {describeState(section.state, section.isDirty)}
        </p>
        <a className="text-link site-to-preview" href={`#${previewId}`}>
          See the preview
        </a>
        <Controls key={section.replaced} id={id} section={section} />
        <SectionActions section={section} onOpen={setOpened} />
      </Form>
      <PagePreview label={title} page={page} html={preview} selector={selector} hasThemes={id === 'look'}>
        {otherPages && (
          <ChoiceBar
            label="Page of the preview"
            options={namesOf([firstPage, ...otherPages])}
            value={page}
            onChange={setPage}
          />
        )}
      </PagePreview>
      {opened === 'history' && (
        <SectionHistory
          section={id}
          current={section.value}
          onClose={() => setOpened(undefined)}
          onUse={(value) => {
            section.replaceValue(value)
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
      {section.conflict && (
        <SectionConflict
          title={title}
          fields={section.fields}
          theirs={section.conflict.theirs}
          mine={section.conflict.mine}
          onClose={section.postpone}
          onKeepMine={section.keepMine}
          onTakeTheirs={section.takeTheirs}
        />
      )}
    </div>
  )
}

function Controls({ id, section }: { id: SectionId; section: Section }) {
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

const pageNames: Partial<Record<PreviewPage, string>> = { home: 'Home', post: 'Post' }
const namesOf = (pages: PreviewPage[]) =>
  Object.fromEntries(pages.map((page) => [page, pageNames[page] ?? page])) as Record<PreviewPage, string>

/** Unsaved changes that this browser kept, and why the last save failed */
function SectionNotices({ section }: { section: Section }) {
  const { copy, problem, messages } = section
  const summary = useRef<HTMLDivElement>(null)
  // The message is above the form and may be out of view, so it takes the focus.
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])
  const { kept } = copy
  return (
    <>
      {kept && (
        <RestoreNotice onRestore={section.restoreCopy} onDiscard={copy.drop}>
          You have unsaved changes from {formatRecent(kept.keptAt)}.
        </RestoreNotice>
      )}
      {problem && (
        <Notice tone="problem" ref={summary}>
          <p>{problem.text}</p>
          <MessageLinks fields={section.fields} messages={messages} />
        </Notice>
      )}
    </>
  )
}

function MessageLinks({ fields, messages }: { fields: Fields; messages: Messages }) {
  const entries = Object.entries(messages)
  if (entries.length === 0) return null
  return (
    <ul className="notice-list">
      {entries.map(([key, message]) => (
        <li key={key}>
          <a href={`#${idOf(key.split('.'))}`}>{labelAt(fields, key)}</a>: {message}
        </li>
      ))}
    </ul>
  )
}

function SectionActions({ section, onOpen }: { section: Section; onOpen: (opened: Opened) => void }) {
  const { state, busy, save, reset } = section
  return (
    <div className="settings-save site-actions">
      <div className="form-actions">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Publish'}
        </Button>
        <QuietButton busy={busy} onClick={() => save(false)}>
          Save draft
        </QuietButton>
      </div>
      <div className="form-actions">
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

const originalWords: Partial<Record<SectionId, string>> = {
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
