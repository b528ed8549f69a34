import { Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  Location,
  SelectionSetNode,
} from 'graphql';

/** Deeper documents are refused for their depth. */
const deepest = 30;
/** How many steps each part takes. One step is about half a microsecond. */
const steps = { token: 3, charactersAStep: 20 } as const;

/** What stands at one level of the answer. */
interface SameLevel {
  sets: readonly SelectionSetNode[];
  depth: number;
}

/** The fields of one level that have one name in the answer. */
interface EqualFields {
  times: number;
  /** Tokens of their arguments, which are compared as well. */
  argumentTokens: number;
  sets: SelectionSetNode[];
}

/**
 * Counts the steps of the check of a document before it is checked: for its tokens, for those of the fragments of each of its
 * operations, for each field that these come to, and for each pair of fields with one name and each pair of fragments in one
 * level of the answer, which are compared with each other. The count itself takes fewer steps.
 * @param document with locations
 * @throws GraphQLError that `tooMany` makes when there are more than `most`
 */
export function countSteps(document: DocumentNode, most: number, tooMany: () => GraphQLError): number {
  return new Count(most, tooMany).of(document);
}

class Count {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** The number of fields that each fragment comes to. */
  private readonly extents = new Map<FragmentDefinitionNode, number>();
  private readonly reached = new Set<FragmentDefinitionNode>();
  private steps = 0;
  private readonly most: number;
  private readonly tooMany: () => GraphQLError;

  constructor(most: number, tooMany: () => GraphQLError) {
    this.most = most;
    this.tooMany = tooMany;
  }

  of({ definitions, loc }: DocumentNode): number {
    this.add(Math.floor((loc?.end ?? 0) / steps.charactersAStep));
    for (const one of definitions) {
      if (one.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(one.name.value, one);
      this.add(steps.token * tokensOf(one.loc));
    }
    for (const one of definitions) {
      if (one.kind !== Kind.OPERATION_DEFINITION) continue;
      this.answer(one.selectionSet);
      this.fragmentsOf(one.selectionSet);
    }
    for (const one of this.fragments.values()) if (!this.reached.has(one)) this.answer(one.selectionSet);
    return this.steps;
  }

  private add(more: number): void {
    this.steps += more;
    if (this.steps > this.most) throw this.tooMany();
  }

  /** Several rules read all fragments again for each operation that reaches them. */
  private fragmentsOf(set: SelectionSetNode): void {
    const seen = new Set<FragmentDefinitionNode>();
    const open = [set];
    for (let one = open.pop(); one; one = open.pop())
      for (const node of one.selections) {
        if (node.kind !== Kind.FRAGMENT_SPREAD) {
          if (node.selectionSet) open.push(node.selectionSet);
          continue;
        }
        const fragment = this.fragments.get(node.name.value);
        if (!fragment || seen.has(fragment)) continue;
        seen.add(fragment);
        this.add(steps.token * tokensOf(fragment.loc));
        open.push(fragment.selectionSet);
      }
  }

  /** Adds the fields of an answer, and then its levels. Fragments count wherever they are spread. */
  private answer(set: SelectionSetNode): void {
    this.add(this.extentOf(set));
    const levels: SameLevel[] = [{ sets: [set], depth: 0 }];
    for (let one = levels.pop(); one; one = levels.pop())
      for (const { sets } of this.fieldsOf(one.sets))
        if (sets.length > 0 && one.depth < deepest) levels.push({ sets, depth: one.depth + 1 });
  }

  private extentOf({ selections }: SelectionSetNode): number {
    let fields = selections.length;
    for (const node of selections)
      if (node.kind === Kind.FRAGMENT_SPREAD) fields += this.extentOfFragment(this.fragments.get(node.name.value));
      else if (node.selectionSet) fields += this.extentOf(node.selectionSet);
    return fields;
  }

  private extentOfFragment(fragment: FragmentDefinitionNode | undefined): number {
    if (!fragment) return 0;
    const known = this.extents.get(fragment);
    if (known !== undefined) return known;
    // A fragment that contains itself is refused later.
    this.extents.set(fragment, 0);
    const fields = this.extentOf(fragment.selectionSet);
    this.extents.set(fragment, fields);
    return fields;
  }

  private fieldsOf(sets: readonly SelectionSetNode[]): Iterable<EqualFields> {
    const found = new Map<string, EqualFields>();
    const spread = new Set<string>();
    const open = [...sets];
    for (let set = open.pop(); set; set = open.pop()) {
      this.add(set.selections.length);
      for (const node of set.selections) {
        if (node.kind === Kind.FIELD) this.addField(found, node);
        else if (node.kind === Kind.INLINE_FRAGMENT) open.push(node.selectionSet);
        else if (!spread.has(node.name.value)) {
          // It is compared with all fragments before it.
          this.add(spread.size);
          spread.add(node.name.value);
          const fragment = this.fragments.get(node.name.value);
          if (!fragment) continue;
          this.reached.add(fragment);
          open.push(fragment.selectionSet);
        }
      }
    }
    this.add(spread.size * found.size);
    return found.values();
  }

  private addField(found: Map<string, EqualFields>, { alias, name, arguments: given, selectionSet }: FieldNode): void {
    const key = (alias ?? name).value;
    const field = found.get(key) ?? { times: 0, argumentTokens: 0, sets: [] };
    found.set(key, field);
    this.add(field.times + field.argumentTokens);
    field.times++;
    for (const one of given ?? []) field.argumentTokens += tokensOf(one.loc);
    if (selectionSet) field.sets.push(selectionSet);
  }
}

function tokensOf(loc: Location | undefined): number {
  let tokens = 1;
  for (let token = loc?.startToken; token && token !== loc?.endToken; token = token.next ?? undefined) tokens++;
  return tokens;
}
