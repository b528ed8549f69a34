/** A format by its names in headers. */
export interface NamedFormat {
  /** The Content-Type of replies. Its media type also names the format in Content-Type and Accept. */
  readonly contentType: string;
  /** Other names of the media type, in lower case (decisions W1). */
  readonly aliases: readonly string[];
  /** Whether the media type is compared with regard to case, and chosen by its own name alone (decisions W2). */
  readonly caseSensitive?: true;
}

/** Finds formats by the names that headers have for them. */
export class MediaTypes<Format extends string> {
  readonly #formats: Readonly<Record<Format, NamedFormat>>;
  readonly #exact: ReadonlyMap<string, Format>;
  readonly #folded: ReadonlyMap<string, Format>;

  constructor(formats: Readonly<Record<Format, NamedFormat>>) {
    const names = Object.keys(formats) as Format[];
    this.#formats = formats;
    this.#exact = new Map(names.map((name) => [this.nameOf(name), name]));
    this.#folded = new Map(
      names
        .filter((name) => !this.isCaseSensitive(name))
        .flatMap((name) => [this.nameOf(name), ...formats[name].aliases].map((type) => [type, name] as const)),
    );
  }

  /** The media type that names a format, without parameters, in its original case. */
  nameOf(format: Format): string {
    return this.#formats[format].contentType.split(';', 1)[0]!;
  }

  /** Whether a format is compared with regard to case. */
  isCaseSensitive(format: Format): boolean {
    return this.#formats[format].caseSensitive === true;
  }

  /** The format that a media type (without parameters) names, or undefined for an unsupported one. */
  formatOf(type: string): Format | undefined {
    return this.#exact.get(type) ?? this.#folded.get(type.toLowerCase());
  }
}
