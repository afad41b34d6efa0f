/** Lines of an address or another short text on one line: "Place, street" */
export const onOneLine = (lines: string) => lines.trim().replaceAll(/\s*\n\s*/g, ', ')
