import { readFileSync } from 'node:fs';
import { DockerfileParser, From, type Dockerfile } from 'dockerfile-ast';
import { inRepo } from './repo';

export const DOCKERFILE_TEXT = readFileSync(inRepo('docker', 'Dockerfile'), 'utf8');
export const DOCKERFILE: Dockerfile = DockerfileParser.parse(DOCKERFILE_TEXT);

/** Arguments of every instruction with this keyword, in order. */
export const findArguments = (keyword: string): string[][] =>
  DOCKERFILE.getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArguments().map((argument) => argument.getValue()));

/** The ENV of the final image by name. */
export function readImageEnvironment(): Record<string, string> {
  const properties = DOCKERFILE.getENVs().flatMap((env) => env.getProperties());
  return Object.fromEntries(
    properties.map((property) => [property.getName(), property.getValue() ?? '']),
  );
}

export const stages = (): { image: string; name: string | null }[] =>
  DOCKERFILE.getInstructions()
    .filter((instruction) => instruction instanceof From)
    .map((from) => ({ image: from.getImage() ?? '', name: from.getBuildStage() }));
