import { useRef, useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { ExplainedError } from '../../../../core/web/api-failures.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type CalendarFile,
  type CalendarUpload,
  calendarFileDelete,
  calendarFileList,
  calendarFileMessages,
  calendarFileUpload,
  calendarLimits,
} from '../../contract/calendar.ts'
import { calendarKeys, isChangeable, type TrainerChoice, trainersOf } from './calendar-state.ts'
import { readTrainer, TrainerField } from './trainer-field.tsx'

const keepHint = 'keep-titles-hint'

export function FilesSection({ choice }: { choice: TrainerChoice }) {
  const query = apiQuery(calendarFileList, { query: trainersOf(choice.chosen?.id) })
  const { data, notLoaded } = useLoaded(query, 'calendar files')
  return (
    <Section id="calendar-files" title="Days from another calendar" takesFocus className="calendar-files">
      <UploadForm choice={choice} />
      {!data && notLoaded}
      {data && data.length > 0 && (
        <ul className="session-list" aria-label="Uploaded files">
          {data.map((file) => (
            <FileRow key={file.id} file={file} choice={choice} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function UploadForm({ choice }: { choice: TrainerChoice }) {
  const form = useRef<HTMLFormElement>(null)
  const [mistake, setMistake] = useState<string>()
  const uploading = useApiMutation(
    async ({ file, ...rest }: { file: File; trainerId: number; keepTitles: boolean }) => {
      if (file.size > calendarLimits.fileBytes) throw new ExplainedError(calendarFileMessages.tooLarge)
      const text = decode(await file.arrayBuffer())
      const name = file.name.slice(-calendarLimits.fileName)
      return call(calendarFileUpload, { body: { ...rest, name, text }, timeoutSeconds: 60 })
    },
    { invalidates: calendarKeys, onSuccess: () => form.current?.reset() },
  )

  function submit(typed: FormData) {
    const file = typed.get('file')
    const isChosen = file instanceof File && file.name !== ''
    setMistake(isChosen ? undefined : 'Choose a file first.')
    const trainerId = readTrainer(typed, choice)
    if (isChosen) uploading.run({ file, trainerId, keepTitles: typed.has('keep') })
  }

  return (
    <Form ref={form} onSubmit={submit}>
      <p className="form-note">
        Export a calendar as an .ics file and upload it. Every day that an event touches is blocked, for the
        next two years. Canceled events and events marked as free are left out. A file with the same name
        replaces the days of the earlier one.
      </p>
      {uploading.problem && <Notice tone="problem">{uploading.problem}</Notice>}
      {uploading.output && <UploadResult {...uploading.output} />}
      <TrainerField choice={choice} />
      <InputField
        label="Calendar file (.ics, up to 2 MB)"
        type="file"
        name="file"
        accept=".ics,.ical,.ifb,text/calendar"
        error={mistake}
      />
      <div>
        <CheckBox name="keep" aria-describedby={keepHint}>
          Keep the titles of events
        </CheckBox>
        <p className="field-hint" id={keepHint}>
          Your colleagues see them as the reason. Otherwise they see only the name of the file.
        </p>
      </div>
      <SubmitButton
        busy={uploading.busy}
        label="Block the days of this file"
        busyLabel="Reading the file..."
      />
    </Form>
  )
}

function UploadResult({ file: { name, days }, leftOut, leftOutFirst }: CalendarUpload) {
  return (
    <Notice tone="success" autoFocus>
      <p>
        <strong>
          {days === 0 ? `No days ahead are blocked by ${name}.` : `${countOf(days)} blocked from ${name}.`}
        </strong>
      </p>
      {leftOut > 0 && (
        <>
          <p>
            {leftOut === 1 ? '1 event was' : `${leftOut} events were`} left out, because of a broken line, no
            start, or too many repeats. Block {leftOut === 1 ? 'its' : 'their'} days by hand if you are away:
          </p>
          <ul>
            {leftOutFirst.map(({ line, title }) => (
              <li key={line}>
                {title || 'An event without a title'}, line {line}
              </li>
            ))}
            {leftOut > leftOutFirst.length && <li>and {leftOut - leftOutFirst.length} more</li>}
          </ul>
        </>
      )}
    </Notice>
  )
}

const countOf = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** Decodes a file as UTF-16 if it says so, as UTF-8, or as the encoding of older programs for Windows. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  const text = utf16 ? new TextDecoder(utf16).decode(bytes) : decodeBytes(bytes)
  if (text.includes('\0')) throw new ExplainedError(calendarFileMessages.notCalendar)
  return text
}

function decodeBytes(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function FileRow({ file, choice }: { file: CalendarFile; choice: TrainerChoice }) {
  const { id, name, days, uploadedAt, trainerId } = file
  const [asking, setAsking] = useState(false)
  const { run, busy } = useApiMutation(calendarFileDelete, {
    failure: 'The file wasn’t deleted.',
    alwaysInvalidates: calendarKeys,
    onSuccess: () => showToast({ title: 'File deleted', description: name }),
    // The row is gone, together with the button.
    onReloaded: () => document.getElementById('calendar-files')?.focus(),
  })
  const trainer = choice.chosen ? '' : choice.trainers.find((each) => each.id === trainerId)?.name
  return (
    <li aria-busy={busy}>
      <div>
        <p>
          <strong dir="auto">{name}</strong>
        </p>
        <p className="field-hint">
          {trainer && `${trainer} · `}
          {days === 0 ? 'No days ahead' : `${countOf(days)} ahead`} · Uploaded {formatRecent(uploadedAt)}
        </p>
      </div>
      {isChangeable(choice, trainerId) && (
        <div className="form-actions">
          <TextButton busy={busy} onClick={() => setAsking(true)}>
            Delete<span className="sr-only"> {name}</span>
          </TextButton>
        </div>
      )}
      {asking && (
        <AskDialog
          title="Delete this calendar file?"
          yes="Delete"
          no="Keep"
          onYes={() => run({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          <p>The days of {name} are no longer blocked. Days that are held or booked stay so.</p>
        </AskDialog>
      )}
    </li>
  )
}
