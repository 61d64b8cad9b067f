import { readFileSync } from 'node:fs';
import { build, type InlineConfig, type Rolldown } from 'vite';

type Routes = ReadonlySet<string>;
/** What size-budgets.json says of each route. */
type Budgets = Readonly<Record<string, { entries: string[]; forbid?: string }>>;
type Chunk = Rolldown.OutputChunk;

/** Chunks of the bundler that become one. A route that needs one of them loads all. */
interface Cluster {
  readonly chunks: readonly Chunk[];
  readonly routes: Routes;
  readonly bytes: number;
}

/** What a request costs on a slow connection, as bytes of source that load in the same time. */
const BYTES_PER_REQUEST = 30_000;
/** Of what a route needs, needless code included: next to none for public pages, which are small. */
const MAX_LOAD = { public: 1.01, others: 1.06 };

/**
 * Plans which modules share a chunk. The bundler alone gives each set of modules that the same pages import
 * a chunk, so that a route loads dozens of small files. From such a build, in memory, this merges chunks
 * that several routes load at their start, while that saves more requests than it loads needless code.
 * @param config without code splitting of its own
 * @param budgets size-budgets.json, which names what each route loads
 * @returns module id → name of its chunk, without modules that are left to the bundler
 */
export async function planRouteChunks(
  config: InlineConfig,
  budgets: string,
): Promise<Map<string, string>> {
  const routes = JSON.parse(readFileSync(budgets, 'utf8')) as Budgets;
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const chunks = output.filter((file): file is Chunk => file.type === 'chunk');
  const names = new Map<string, string>();
  for (const [index, cluster] of planClusters(findClusters(chunks, routes), routes).entries()) {
    const modules = cluster.chunks.flatMap(({ moduleIds }) => moduleIds);
    const isAntd = modules.some((id) => /node_modules\/(antd|@rc-component)\//.test(id));
    for (const id of modules) names.set(id, `${isAntd ? 'antd' : 'shared'}-${index}`);
  }
  return names;
}

/** One cluster for each chunk that at least two routes load. */
function findClusters(chunks: readonly Chunk[], routes: Budgets): Cluster[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const findEntry = (path: string): Chunk => {
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${path}`));
    if (!entry) throw new Error(`size-budgets.json names ${path}, which is no entry of a chunk.`);
    return entry;
  };
  const routesOf = new Map<Chunk, Set<string>>();
  for (const [route, { entries }] of Object.entries(routes)) {
    const pending = ['index.html', ...entries].map(findEntry);
    for (let chunk = pending.pop(); chunk; chunk = pending.pop()) {
      const found = routesOf.get(chunk) ?? new Set();
      if (found.has(route)) continue;
      routesOf.set(chunk, found.add(route));
      pending.push(...chunk.imports.map((file) => byFile.get(file)!));
    }
  }
  return [...routesOf]
    .filter(([chunk, found]) => found.size > 1 && !chunk.facadeModuleId)
    .map(([chunk, found]) => ({ chunks: [chunk], routes: found, bytes: chunk.code.length }));
}

function planClusters(clusters: readonly Cluster[], budgets: Budgets): readonly Cluster[] {
  const limits = new Map<string, number>();
  for (const [route, { forbid }] of Object.entries(budgets))
    limits.set(route, sumBytes(clusters, route) * MAX_LOAD[forbid ? 'public' : 'others']);
  return mergeClusters(clusters, limits);
}

function mergeClusters(
  clusters: readonly Cluster[],
  limits: ReadonlyMap<string, number>,
): readonly Cluster[] {
  const pairs = clusters
    .flatMap((a, index) => clusters.slice(index + 1).map((b) => ({ a, b, gain: getGain(a, b) })))
    .filter(({ gain }) => gain > 0)
    .sort((x, y) => y.gain - x.gain);
  for (const { a, b } of pairs) {
    const rest = clusters.filter((cluster) => cluster !== a && cluster !== b);
    const merged = [...rest, join(a, b)];
    if (hasCycle(merged)) continue;
    const loaded = followImports(merged);
    const fits = [...limits].every(([route, limit]) => sumBytes(loaded, route) <= limit);
    if (fits && getCost(loaded) < getCost(clusters)) return mergeClusters(loaded, limits);
  }
  return clusters;
}

const sumBytes = (clusters: readonly Cluster[], route: string): number =>
  clusters.reduce((sum, { routes, bytes }) => sum + (routes.has(route) ? bytes : 0), 0);

/** Bytes and requests of all routes. */
const getCost = (clusters: readonly Cluster[]): number =>
  clusters.reduce((sum, { routes, bytes }) => sum + routes.size * (bytes + BYTES_PER_REQUEST), 0);

/** An upper bound of what merging saves: what the two import is left out. */
function getGain(a: Cluster, b: Cluster): number {
  let gain = 0;
  for (const route of new Set([...a.routes, ...b.routes])) {
    if (a.routes.has(route) && b.routes.has(route)) gain += BYTES_PER_REQUEST;
    else gain -= a.routes.has(route) ? b.bytes : a.bytes;
  }
  return gain;
}

const join = (a: Cluster, b: Cluster): Cluster => ({
  chunks: [...a.chunks, ...b.chunks],
  routes: new Set([...a.routes, ...b.routes]),
  bytes: a.bytes + b.bytes,
});

/** A route that loads a cluster loads whatever that imports. */
function followImports(clusters: readonly Cluster[]): Cluster[] {
  const routesOf = clusters.map(({ routes }) => new Set(routes));
  const clusterOf = new Map(
    clusters.flatMap(({ chunks }, index) =>
      chunks.map(({ fileName }) => [fileName, index] as const),
    ),
  );
  const add = (index: number, route: string): void => {
    for (const file of clusters[index]!.chunks.flatMap(({ imports }) => imports)) {
      const imported = clusterOf.get(file);
      if (imported === undefined || routesOf[imported]!.has(route)) continue;
      routesOf[imported]!.add(route);
      add(imported, route);
    }
  };
  clusters.forEach(({ routes }, index) => routes.forEach((route) => add(index, route)));
  return clusters.map((cluster, index) => ({ ...cluster, routes: routesOf[index]! }));
}

/** Chunks that import each other may run a module before what it depends on. */
function hasCycle(clusters: readonly Cluster[]): boolean {
  const clusterOf = new Map(
    clusters.flatMap((cluster) =>
      cluster.chunks.map(({ fileName }) => [fileName, cluster] as const),
    ),
  );
  const done = new Set<Cluster>();
  const open = new Set<Cluster>();
  const visit = (cluster: Cluster): boolean => {
    if (open.has(cluster)) return true;
    if (done.has(cluster)) return false;
    open.add(cluster);
    const imported = new Set(
      cluster.chunks.flatMap(({ imports }) => imports.map((file) => clusterOf.get(file))),
    );
    imported.delete(cluster);
    const found = [...imported].some((other) => other !== undefined && visit(other));
    open.delete(cluster);
    done.add(cluster);
    return found;
  };
  return clusters.some(visit);
}
