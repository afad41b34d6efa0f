import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { callSignedIn } from '../sign-in.tsx'
import { createPreviewLink, revokePreviewLinks } from './post-calls.ts'

/** Makes a link that shows the saved post to somebody without an account, and takes such links back. */
export function PreviewLink({ postId }: { postId: number }) {
  const [url, setUrl] = useState('')
  const attempt = async (act: () => Promise<void>, failed: string) => {
    try {
      await callSignedIn(act)
    } catch (error) {
      showToast({ tone: 'destructive', title: failed, description: explainFailure(error) })
    }
  }
  return (
    <div className="field">
      {url !== '' && (
        <>
          <label htmlFor="preview-link">Preview link</label>
          <input
            id="preview-link"
            className="field-control"
            readOnly
            value={url}
            aria-describedby="preview-link-hint"
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="field-hint" id="preview-link-hint">
            Whoever has it sees the post as last saved, for 14 days.
          </p>
        </>
      )}
      <div className="form-actions">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() =>
            attempt(async () => setUrl(await createPreviewLink(postId)), 'The link could not be made.')
          }
        >
          {url === '' ? 'Make a preview link' : 'Make another link'}
        </button>
        {url !== '' && (
          <>
            <CopyButton label="Copy" text={() => url} />
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() =>
                attempt(async () => {
                  await revokePreviewLinks(postId)
                  setUrl('')
                  showToast({
                    title: 'Preview links taken back',
                    description: 'None of them works any more.',
                  })
                }, 'The links could not be taken back.')
              }
            >
              Take links back
            </button>
          </>
        )}
      </div>
    </div>
  )
}
