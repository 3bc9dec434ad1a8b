export interface ChartSeries {
  id: string
  label: string
  /** A colour of the theme. */
  color: string
}

export interface ChartColumn {
  key: string
  /** In full, for the table and for screen readers. */
  label: string
  /** Under the column. */
  short: string
  /** One for each series. */
  values: number[]
}

export interface ColumnChartProps {
  title: string
  /** What the columns stand for, as the head of the table. */
  unit: string
  series: ChartSeries[]
  columns: ChartColumn[]
  /** What a value counts. */
  onOpen(column: ChartColumn, series: ChartSeries): void
}
