import type { RefObject } from 'react'
import type { LogoPicture } from '../../../../core/contract/look/site-look.ts'
import type { EditorHandle } from '../../../posts/web/editor/editor-handle.ts'
import type { WritingRoom } from '../../contract/writing-room.ts'

export type RoomProps = {
  token: string
  room: WritingRoom
  siteName: string
  /** The office's own logo, if it has one */
  logo?: LogoPicture | undefined
  publicUrl: string
  /** True if an email server is set up; otherwise an editor has to send emails to the guest */
  byEmail: boolean
  /** True if the guest has just accepted the invitation */
  isNew: boolean
}

/** Refs of the required fields */
export type RoomFields = {
  title: RefObject<HTMLTextAreaElement | null>
  editor: RefObject<EditorHandle | null>
  name: RefObject<HTMLInputElement | null>
}
