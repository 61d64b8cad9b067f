/** Label, value and note of each statistic card on screen. */
export const getStatistics = (): string[][] =>
  [...document.querySelectorAll('.ant-statistic')].map((statistic) =>
    [
      statistic.querySelector('.ant-statistic-title'),
      statistic.querySelector('.ant-statistic-content'),
      statistic.nextElementSibling,
    ].flatMap((element) => (element ? [element.textContent ?? ''] : [])),
  );

/** The content of a label in Ant Design's Descriptions. */
export function getDescription(label: string, container: ParentNode = document): HTMLElement {
  const labels = [...container.querySelectorAll<HTMLElement>('.ant-descriptions-item-label')];
  const content = labels.find(({ textContent }) => textContent === label)?.nextElementSibling;
  if (!(content instanceof HTMLElement)) throw new Error(`No description has the label ${label}`);
  return content;
}
