/** One path that the server answers without Next. */
export interface FastPath {
  readonly method: "GET" | "POST";
  /** Segments in braces stand for any value: `/company/{company_id}/oauth/token`. */
  readonly path: string;
  /** Uses nothing but its request, since the same function also answers inside Next. */
  readonly handler: (request: Request) => Response | Promise<Response>;
}

interface Node<T> {
  readonly named: Map<string, Node<T>>;
  any?: Node<T>;
  value?: T;
}

/**
 * Builds a matcher for a table of paths: a tree by segment, so that a path which is not in it is
 * turned away at its first foreign segment.
 *
 * @param table Paths as in {@link FastPath}, and what each stands for.
 * @returns Finds the value of a method and a path (without query), or `undefined`.
 */
export function pathMatcher<T>(
  table: readonly { readonly method: string; readonly path: string; readonly value: T }[],
): (method: string, path: string) => T | undefined {
  const roots = new Map<string, Node<T>>();
  for (const { method, path, value } of table) {
    const root = roots.get(method) ?? { named: new Map() };
    roots.set(method, root);
    leafOf(root, path).value = value;
  }
  return (method, path) => {
    const root = roots.get(method);
    return root && find(root, path);
  };
}

function leafOf<T>(root: Node<T>, path: string): Node<T> {
  let node = root;
  for (const segment of path.slice(1).split("/")) {
    const next = (segment.startsWith("{") ? node.any : node.named.get(segment)) ?? {
      named: new Map<string, Node<T>>(),
    };
    if (segment.startsWith("{")) node.any = next;
    else node.named.set(segment, next);
    node = next;
  }
  return node;
}

function find<T>(root: Node<T>, path: string): T | undefined {
  let node: Node<T> | undefined = root;
  let start = 1;
  while (node && start <= path.length) {
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    const segment = path.slice(start, end);
    node = node.named.get(segment) ?? (segment ? node.any : undefined);
    start = end + 1;
  }
  return node?.value;
}
