import { useState } from 'react'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { Button, QuietButton } from '../../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import {
  importCancel,
  importLimits,
  importList,
  importMessages,
  type SiteImport,
} from '../../../contract/imports.ts'
import type { ChosenFiles } from './use-upload.ts'

type FileFormProps = {
  /** An upload that was interrupted */
  unfinished: SiteImport | undefined
  problem: string | undefined
  onStart: (files: ChosenFiles) => void
  onChanged: () => void
}

/** Chooses the files of a new import, or again those of an upload that was interrupted */
export function FileForm({ unfinished, problem, onStart, onChanged }: FileFormProps) {
  const [mistake, setMistake] = useState<string>()
  const canceling = useApiMutation(importCancel, {
    failure: 'The upload couldn’t be canceled.',
    alwaysInvalidates: [queryKeyOf(importList)],
    onReloaded: onChanged,
  })

  function send(typed: FormData) {
    const site = readFile(typed, 'site')
    const uploads = readFile(typed, 'uploads')
    const empty = [site, uploads].find((file) => file?.size === 0)
    const found = !site
      ? 'Choose the file of the old site.'
      : empty
        ? `“${empty.name}” is empty. Choose another file.`
        : site.size + (uploads?.size ?? 0) > importLimits.bytes
          ? importMessages.tooLarge
          : unfinished && explainOtherFiles(unfinished, site, uploads)
    setMistake(found)
    if (site && !found) onStart({ site, uploads })
  }

  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {unfinished && (
        <p>
          The upload of {listNames(unfinished)} isn’t finished: {sayParts(unfinished)}. Choose the same{' '}
          {unfinished.files.length === 1 ? 'file' : 'files'} again to go on.
        </p>
      )}
      <Form onSubmit={send}>
        <InputField
          type="file"
          label="File of the old site"
          name="site"
          error={mistake}
          hint="WordPress: Tools > Export. Ghost: Settings > Import/Export. Or a zip of Markdown files, such as an export of this software, or a feed."
        />
        <InputField
          type="file"
          label="Archive of its images (optional)"
          name="uploads"
          accept=".zip,.tar,.tar.gz,.tgz,application/zip,application/x-tar,application/gzip"
          hint="WordPress: a zip of the folder wp-content/uploads. WordPress.com: Tools > Export > Export media library. Ghost: a zip of the folder content. Images are never fetched from the old site."
        />
        <div className="form-actions">
          <Button type="submit">{unfinished ? 'Continue upload' : 'Upload and check'}</Button>
          {unfinished && (
            <QuietButton
              busy={canceling.busy}
              onClick={() => canceling.run({ params: { id: unfinished.id }, body: {} })}
            >
              Cancel upload
            </QuietButton>
          )}
        </div>
        <p className="form-note">The check changes nothing. You decide afterwards.</p>
      </Form>
    </>
  )
}

function readFile(typed: FormData, name: string): File | undefined {
  const file = typed.get(name)
  return file instanceof File && file.name !== '' ? file : undefined
}

/** Why the chosen files are not those of the interrupted upload */
function explainOtherFiles({ files }: SiteImport, ...chosen: (File | undefined)[]): string | undefined {
  const isSame = (file: File | undefined, index: number) =>
    files[index]?.name === file?.name && files[index]?.bytes === file?.size
  if (chosen.every(isSame)) return undefined
  return `Choose ${files.map(({ name }) => name).join(' and ')} again, or cancel that upload.`
}

function listNames({ files }: SiteImport) {
  return files.map(({ role, name }, index) => (
    <span key={role}>
      {index > 0 && ' and '}
      <bdi>{name}</bdi>
    </span>
  ))
}

function sayParts({ files }: SiteImport): string {
  const all = files.reduce((sum, { parts }) => sum + parts, 0)
  const missing = files.reduce((sum, { missingParts }) => sum + missingParts.length, 0)
  return `${all - missing} of ${all} ${all === 1 ? 'part is' : 'parts are'} here`
}
