interface PriceItem {
  traffic: string;
  price: number;
}

export interface PriceRow {
  gigabytes: number;
  residential?: number;
  mobile?: number;
}

/** Both price lists merged by package, smallest first. */
export function priceRows(
  residential: readonly PriceItem[],
  mobile: readonly PriceItem[],
): PriceRow[] {
  const rows = new Map<number, PriceRow>();
  const getOrCreateRow = (traffic: string): PriceRow => {
    const gigabytes = Number(traffic);
    const row = rows.get(gigabytes) ?? { gigabytes };
    rows.set(gigabytes, row);
    return row;
  };
  for (const { traffic, price } of residential) getOrCreateRow(traffic).residential = price;
  for (const { traffic, price } of mobile) getOrCreateRow(traffic).mobile = price;
  return [...rows.values()].sort((a, b) => a.gigabytes - b.gigabytes);
}
