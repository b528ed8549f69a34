/** A file that was chosen. */
export interface ChosenFile {
  /** Its name, or its path from the folder that was dropped. */
  path: string;
  file: File;
}

/**
 * The files in what was dropped, folders with all that is in them; null if there is no folder. It has to be called while the event is
 * told. @throws Error for what cannot be read
 */
export function droppedFolders({ items }: DataTransfer): Promise<ChosenFile[]> | null {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return null;
  // An archive that was unpacked is known by the paths from its own folder.
  const root = entries.length === 1 ? entries[0]!.fullPath.length + 1 : 1;
  return Promise.all(entries.map((entry) => filesIn(entry, root))).then((found) => found.flat());
}

async function filesIn(entry: FileSystemEntry, root: number): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(root), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ChosenFile[] = [];
  // It tells some at a time, until it tells none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesIn(one, root)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
