import type { QueryKey } from '@tanstack/react-query'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { explainFailure } from '../api-failures.ts'
import { OutsideForm } from '../editing/outside-form.tsx'
import type { DescribedField } from '../editing/record/compared-fields.tsx'
import { ConflictDialog } from '../editing/record/conflict-dialog.tsx'
import { FormEdit } from '../editing/record/form-edit.ts'
import { mergeVersions } from '../editing/record/merge-versions.ts'
import type { Mistakes, Read } from '../editing/record/read-form.ts'
import type { EditedRecord, RecordEdit, Version } from '../editing/record/record-edit.ts'
import { RestoreNotice } from '../editing/record/restore-notice.tsx'
import { useEditedForm } from '../editing/record/use-edited-form.ts'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { Form } from '../ui/form.tsx'
import { useSaveShortcut } from '../ui/save-shortcut.ts'
import { showToast } from '../ui/toast.ts'
import { useApiMutation } from './use-api-mutation.ts'
import { useUnsavedQuestion } from './use-leave-guard.ts'

class MistakesError extends Error {
  override name = 'MistakesError'
  readonly found: Mistakes

  constructor(found: Mistakes) {
    super('the form has mistakes')
    this.found = found
  }
}

type Sending<Saved, How> = {
  how: How
  version: Version
  /** Notes that the values are saved already, although the request goes on and may fail. */
  noteSaved: (saved: NonNullable<Saved>) => void
  /** The record as the server returned it last */
  saved: Saved
}

/** `note` is for the toast about the save. */
type OnSaved<Saved, How> = (saved: NonNullable<Saved>, how: How, note: string | undefined) => unknown
const mergedNote = 'What someone else changed in the meantime is kept, too.'

export type RecordOptions<Values, Saved, Request, How = undefined> = EditedRecord<Values, Saved> & {
  /** The record as it was loaded; undefined for a new one */
  saved: Saved
  /** Prefix of the fields' ids */
  id: string
  /** Labels of the fields by their path, in display order */
  labels: Readonly<Record<string, string>>
  /** What the dialog about a conflict calls the record, such as `this offer` */
  noun?: string
  /** The words of a value that is no text */
  show?: (name: string, values: Values) => string | undefined
  /** Must also find what is wrong with values that were merged from two versions. */
  read: (values: Values) => Read<Request>
  send: (request: Request, sending: Sending<Saved, How>) => Promise<NonNullable<Saved>>
  /** Says why the server refused the request. By default its reason is shown above the form. */
  refuse?: (error: unknown, saved: Saved) => Mistakes | undefined
  onSaved: OnSaved<Saved, How>
  alwaysInvalidates?: QueryKey[]
}

type SaveOptions<Values, Saved, How> = Pick<
  RecordOptions<Values, Saved, Values, How>,
  'send' | 'onSaved' | 'alwaysInvalidates'
> & { onError: (error: Error) => unknown }

/** Saves an edit when the user says so. If it meets a conflict, nothing happens until the user has chosen. */
export function useEditSave<Values extends object, Saved, How>(
  edit: FormEdit<Values, Saved>,
  { send, onSaved, onError, alwaysInvalidates = [] }: SaveOptions<Values, Saved, How>,
) {
  return useApiMutation(
    async (how: How) => {
      const outcome = await edit.saveWith(
        (values, version) => {
          const noteSaved = (saved: NonNullable<Saved>) => edit.keep(values, saved)
          return send(values, { how, version, noteSaved, saved: edit.state.saved })
        },
        how !== undefined,
        how !== undefined && how !== false,
      )
      if (!outcome.ok && !edit.state.conflict) throw outcome.error
      return outcome
    },
    {
      alwaysInvalidates,
      onSuccess(outcome, how) {
        if (!outcome.ok) return
        return onSaved(outcome.saved, how, outcome.isMerged ? mergedNote : undefined)
      },
      onError,
    },
  )
}

/**
 * The state of a form that edits one record: what is typed, its copy in this browser, its mistakes, and the dialog about
 * a conflict. `How` says what else a save does, true if it publishes or emails the values; a form whose save does nothing
 * else has none.
 */
export function useRecordForm<Values extends FieldValues, Saved, Request extends object, How = undefined>(
  options: RecordOptions<Values, Saved, Request, How>,
) {
  const { labels, id, read, keyOf, saved } = options
  const [edit] = useState(() => new FormEdit<Values, Saved>(options, saved))
  const { dirty } = useSyncExternalStore(edit.store.subscribe, edit.store.read)
  const form = useForm<Values>({ defaultValues: edit.values as DefaultValues<Values> })
  const [problem, setProblem] = useState<{ message: string; fields: FieldError[] }>()
  const [last, setLast] = useState<{ how: How }>()
  const [replaced, setReplaced] = useState(0)
  useEditedForm(form, edit, (values) => {
    form.reset(values)
    setReplaced((times) => times + 1)
  })
  useUnsavedQuestion(dirty, keyOf(saved) === undefined ? undefined : keptQuestion)

  const saving = useEditSave<Values, Saved, How>(edit, {
    send(values, sending) {
      const checked = read(values)
      if (checked.mistakes) throw new MistakesError(checked)
      return options.send(checked.request, sending)
    },
    alwaysInvalidates: options.alwaysInvalidates,
    onSaved(saved, how, note) {
      form.reset(edit.values)
      return options.onSaved(saved, how, note)
    },
    onError(error) {
      const found = error instanceof MistakesError ? error.found : options.refuse?.(error, edit.state.saved)
      showMistakes(found ?? { message: `Not saved. ${explainFailure(error)}`, mistakes: {} })
    },
  })

  const idOf = (name: string) => `${id}-${name.replaceAll('.', '-')}`

  function showMistakes({ mistakes, message = 'Please fix the highlighted fields.' }: Mistakes) {
    const fields = Object.entries(labels).map(([name, label]) => {
      const [, error] = Object.entries(mistakes).find(([path]) => `${path}.`.startsWith(`${name}.`)) ?? []
      if (error) form.setError(name as Path<Values>, { message: error })
      return { id: idOf(name), label, error }
    })
    // In a short form, the messages are in view.
    setProblem({ message, fields: fields.length > 3 ? fields : [] })
  }

  /** Returns the request of what is typed. If there is none, shows the mistakes. */
  function check(): Request | undefined {
    form.clearErrors()
    setProblem(undefined)
    const values = structuredClone(form.getValues())
    edit.change(values)
    const checked = read(values)
    if (checked.mistakes) showMistakes(checked)
    return checked.request
  }

  function save(how: How) {
    if (saving.busy) return
    setLast({ how })
    if (check()) saving.run(how)
  }

  return {
    form,
    edit,
    busy: saving.busy,
    isDirty: dirty,
    check,
    save,
    idOf,
    /** Counts how often `edit` replaced the values of the form, without saves */
    replaced,
    problem,
    restoring: <RestoreNotice edit={edit} />,
    // Not before the save has ended, because until then “Keep mine” would save nothing.
    dialog: edit.state.conflict && !saving.busy && (
      <ConflictDialog
        edit={edit}
        title={`Two versions of ${options.noun}`}
        lead="Someone else changed the same fields in the meantime. Your version isn’t lost. Choose which one to keep. Everything that only one of you changed is kept."
        describe={(values) => describe(options, values)}
        onKeep={() => last && save(last.how)}
        onTake={() => takeTheirs(edit)}
      />
    ),
    field: <Name extends Path<Values>>(name: Name) => ({
      id: idOf(name),
      label: labels[name] ?? name,
      error: form.getFieldState(name, form.formState).error?.message,
      ...form.register(name),
    }),
  }
}

export const keptQuestion =
  'Your changes aren’t saved. Leave? This browser keeps them and offers them when you come back.'

const describe = <Values,>(
  { labels, show }: Pick<RecordOptions<Values, unknown, unknown>, 'labels' | 'show'>,
  values: Values,
): DescribedField[] =>
  Object.entries(labels).map(([name, label]) => ({
    key: `/${name.replaceAll('.', '/')}`,
    label,
    text: show?.(name, values) ?? showValue(name, values),
  }))

function showValue(name: string, values: unknown): string {
  const value = name.split('.').reduce<unknown>((part, key) => Object(part)[key], values)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** Puts their version of what both changed into the form, from which it is saved. */
export function takeTheirs<Values extends object, Saved>(edit: RecordEdit<Values, Saved>): void {
  const mine = edit.merged(() => 'mine')
  edit.resolve(() => 'theirs')
  const taken = edit.values
  showToast({
    title: 'Their version is in the form',
    stays: true,
    actions: [
      {
        label: 'Bring mine back',
        altText: 'Put your version back into the form',
        // What the user has typed since then stays.
        run: () => edit.load(mergeVersions({ base: taken, theirs: mine, mine: edit.values }, () => 'theirs')),
      },
    ],
  })
}

type ProblemSummaryProps = { problem: { message: string } | undefined; fields: FieldError[] }

/** Why a form was not saved. It is above the fields and may be out of view, so each new problem takes the focus. */
export function ProblemSummary({ problem, fields }: ProblemSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])
  return problem && <ErrorSummary message={problem.message} fields={fields} ref={summary} />
}

type RecordFormProps = Omit<ComponentProps<typeof Form>, 'onSubmit'> & {
  record: Pick<ReturnType<typeof useRecordForm>, 'restoring' | 'problem' | 'dialog' | 'isDirty'>
  /** Text above the fields */
  note?: string
  onSave: () => void
  /** What Ctrl+S does. By default it saves what has changed; a screen may have several forms. */
  onShortcut?: () => void
  /** The buttons, which stay in view. A form that makes something new has them among its children. */
  buttons?: ReactNode
}

export function RecordForm({
  record,
  note,
  onSave,
  onShortcut,
  buttons,
  children,
  ...rest
}: RecordFormProps) {
  useSaveShortcut(onShortcut ?? (() => record.isDirty && onSave()))

  // When the user tabs to a field, browsers scroll the input into view, but not the hint below the input.
  function showHint({ key, target }: KeyboardEvent<HTMLFormElement>) {
    if (key === 'Tab' && target instanceof Element)
      target.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <Form onKeyUp={showHint} {...rest} onSubmit={onSave}>
        {note && <p className="form-note">{note}</p>}
        {record.restoring}
        <ProblemSummary problem={record.problem} fields={record.problem?.fields ?? []} />
        {children}
        {buttons && <div className="settings-save form-actions">{buttons}</div>}
      </Form>
      {/* Away from the screen, which may set its sections apart */}
      <OutsideForm>{record.dialog}</OutsideForm>
    </>
  )
}
