import type { EntryHandler } from '../../import-run.ts'
import type { OwnPart } from '../../own-format/own-parts.ts'
import type { SourceOwn } from '../../sources/source.ts'
import { fileHandler } from './own-file.ts'
import { pictureHandler } from './own-picture.ts'
import { rowsHandler } from './own-rows.ts'
import { sectionHandler, settingHandler } from './own-site.ts'
import { textHandler } from './own-text.ts'

const handlers: { [Kind in OwnPart['kind']]: EntryHandler<Extract<OwnPart, { kind: Kind }>> } = {
  picture: pictureHandler,
  file: fileHandler,
  text: textHandler,
  section: sectionHandler,
  organization: settingHandler,
  topics: settingHandler,
  rows: rowsHandler,
}

// The table maps each kind to its own handler, which the compiler cannot follow for a union.
const handlerOf = (part: OwnPart) => handlers[part.kind] as unknown as EntryHandler<OwnPart>

/** Reads the parts of an export of this software back. */
export const ownHandler: EntryHandler<SourceOwn> = (run, { part }) => handlerOf(part)(run, part)
