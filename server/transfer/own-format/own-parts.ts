import type { SectionId } from '../../../contracts/site-content/sections.ts'
import type { NamedFile } from '../sources/source.ts'
import type { CsvRow, CsvTable } from './csv-tables.ts'
import type { FileFacts } from './file-facts.ts'
import type { TextFile } from './front-matter.ts'
import type { MediaFacts } from './media-facts.ts'

/** Stored file of one size and format of a picture */
export type PictureFile = { width: number; extension: 'avif' | 'webp' | 'jpg'; file: NamedFile }

export type OwnPicture = { kind: 'picture'; facts: MediaFacts; files: PictureFile[] }
export type OwnFile = { kind: 'file'; facts: FileFacts; file: NamedFile }
export type OwnText = {
  kind: 'text'
  text: TextFile
  transcript: string | undefined
  /** Facts of the pictures in the text */
  pictures: MediaFacts[]
}
export type OwnSection = { kind: 'section'; section: SectionId; published?: unknown; draft?: unknown }
export type OwnSetting = { kind: 'organization' | 'topics'; value: unknown }
/** Some rows of a table. Redirects are entries of their own, as other systems have them. */
export type OwnRows = {
  [Table in Exclude<CsvTable, 'redirects.csv'>]: { kind: 'rows'; table: Table; rows: CsvRow<Table>[] }
}[Exclude<CsvTable, 'redirects.csv'>]

/** A part of an export of this software */
export type OwnPart = OwnPicture | OwnFile | OwnText | OwnSection | OwnSetting | OwnRows
