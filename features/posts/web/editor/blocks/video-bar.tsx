import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { readVideoAddress, videoPageUrl, videoProviderNames } from '../../../../../core/contract/video.ts'
import { OutsideForm } from '../../../../../core/web/editing/outside-form.tsx'
import { SmallButton } from '../../../../../core/web/ui/button.tsx'
import { PictureDialog } from '../../../../media/web/pictures/lazy-picture-dialog.ts'
import { oneLine } from './button-link.ts'
import { BarField, FieldsBar } from './fields-bar.tsx'
import { findSelectedBlock, insertBlock } from './insert-block.ts'
import type { VideoAttributes } from './video.ts'

/** Inserts a video by its address, or changes the selected one. Nothing is fetched from the video's site. */
export function VideoBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [selected] = useState(() => findSelectedBlock(editor))
  const given = selected?.name === 'video' ? (selected.attrs as VideoAttributes) : undefined
  const [typed, setTyped] = useState(given?.href ?? '')
  const [title, setTitle] = useState(given?.title ?? '')
  const [poster, setPoster] = useState(given?.poster ?? null)
  const [isChoosing, setChoosing] = useState(false)
  const [problem, setProblem] = useState('')
  const problemId = useId()

  function apply() {
    const video = readVideoAddress(findAddress(typed))
    if (!video) return setProblem('Enter the link of a video on YouTube or Vimeo.')
    const attrs: VideoAttributes = {
      href: videoPageUrl(video),
      title: oneLine(title) || `${videoProviderNames[video.provider]} video`,
      poster,
    }
    if (given) editor.commands.updateAttributes('video', attrs)
    else insertBlock(editor, { type: 'video', attrs })
    onClose()
  }

  return (
    <>
      <FieldsBar
        label="Video"
        button={given ? 'Save' : 'Insert'}
        problem={problem}
        problemId={problemId}
        onApply={apply}
        onClose={onClose}
      >
        <BarField
          label="Video link"
          inputMode="url"
          value={typed}
          onChange={setTyped}
          isFirst
          problemId={problem ? problemId : undefined}
        />
        <BarField label="Video title" value={title} onChange={setTitle} />
        <div className="bar-picture">
          {poster?.src && <img src={poster.src} alt="" />}
          <SmallButton onClick={() => setChoosing(true)}>
            {poster ? 'Change the image' : 'Add an image'}
          </SmallButton>
          {poster && <SmallButton onClick={() => setPoster(null)}>Remove the image</SmallButton>}
        </div>
      </FieldsBar>
      {isChoosing && (
        <OutsideForm>
          <PictureDialog
            withLibrary
            button="Use as the image"
            onPicture={({ src, srcset, sizes, alt, width, height }) =>
              setPoster({ src, srcset, sizes, alt, width: String(width), height: String(height) })
            }
            onClose={() => setChoosing(false)}
          />
        </OutsideForm>
      )}
    </>
  )
}

/** The address in what was typed: the code to embed a video has it as `src`. */
function findAddress(typed: string): string {
  return /<iframe\b[^>]*\ssrc="([^"]*)"/i.exec(typed)?.[1]?.replaceAll('&amp;', '&') ?? typed
}
