/** Bodies and replies in JSON, XML, YAML and forms, in the shapes of Tastypie. README.md says what it is for. */
export { checkDepth } from './body/depth.ts';
export { TooManyValues } from './body/too-many-values.ts';
export { utf8Text } from './body/utf8-text.ts';
export { readForm, readQuery } from './form/read.ts';
export { writeJson } from './json/write.ts';
export { makeNegotiate } from './types/accept.ts';
export { MediaTypes } from './types/media-types.ts';
export type { NamedFormat } from './types/media-types.ts';
export { float, Float } from './values/wire-value.ts';
export type { WireMapping, WireValue } from './values/wire-value.ts';
export { readXml } from './xml/read.ts';
export { writeXml, writeXmlItem } from './xml/write.ts';
export { readYaml } from './yaml/read.ts';
export { writeYaml } from './yaml/write.ts';
export { MalformedBody } from './body/malformed-body.ts';
export { checkSize, notJson, readJson } from './json/read.ts';
export { asLast, asList, Repeated, UntypedMapping } from './values/untyped-value.ts';
