import { quoted } from '../../../src/platform/archives/file-name.ts';

/**
 * What findings have in common that are counted together: the file, the field and the sentence, without positions in lists, ids and other
 * numbers, and addresses. It is printed as it is.
 * @param file its name, with or without its extension
 * @param hasNumbers whether the numbers stay, as where all that is counted together has the same ones
 */
export function kindOfFinding(file: string, field: string, sentence: string, hasNumbers = false): string {
  const path = field.replaceAll(/\[\d+\]/g, '[]');
  const subject = path === '' ? '' : `${/^[\w.[\]]+$/.test(path) ? path : quoted(path)} `;
  const common = sentence.replaceAll(/"?(?:https?|s3):\/\/\S+/g, '…');
  const told = hasNumbers ? common : common.replaceAll(/\d{2,}|\b\d\b/g, '…');
  return `${quoted(file.replace(/\.gz$/, ''))}: ${subject}${told}`;
}
