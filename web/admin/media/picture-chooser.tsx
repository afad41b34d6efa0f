import { useState } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { useListPage } from '../lists/use-list-page.ts'
import { MediaChooser } from './media-chooser.tsx'
import { picturesQuery } from './media-queries.ts'

/** Lets the user choose one of the uploaded pictures. */
export function PictureChooser({ onChoose }: { onChoose: (picture: MediaItem) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(picturesQuery(q))
  return (
    <MediaChooser
      of="images"
      label="Images in Media"
      list={list}
      q={q}
      onSearch={setQ}
      onChoose={onChoose}
      className="picture-chooser"
    >
      {(picture) => (
        <img
          src={picture.src}
          srcSet={picture.srcset}
          sizes="9rem"
          width={picture.width}
          height={picture.height}
          alt={picture.alt || picture.originalName}
          loading="lazy"
        />
      )}
    </MediaChooser>
  )
}
