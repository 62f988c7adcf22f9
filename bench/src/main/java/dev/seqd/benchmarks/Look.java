package dev.seqd.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.batik.dom.GenericDOMImplementation;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * How all charts look: on a light ground of their own, so that they can be read on a light and on a dark page, in colours that
 * are told apart by those who see few.
 */
final class Look {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 440;
    /** After the point of a coordinate. */
    private static final int DIGITS = 1;

    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final String FIGURES = "#,##0.######";
    private static final Color INK = new Color(0x24292F);
    private static final Color GRID = new Color(0xD0D7DE);
    private static final Color[] COLORS = {
        new Color(0x0072B2),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x56B4E9),
        new Color(0x555555)
    };

    private Look() {}

    static Color color(int index) {
        return COLORS[index % COLORS.length];
    }

    /** A chart of groups, with a logarithmic axis of figures. */
    static CategoryChart categories(String title, String groups, String figures) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(groups)
                .yAxisTitle(figures)
                .build();
        apply(chart.getStyler());
        // Bars would else begin at 0, which a logarithm does not have.
        chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(1.0);
        return chart;
    }

    /** A chart of lines between two logarithmic axes. */
    static XYChart lines(String title, String below, String beside) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(below)
                .yAxisTitle(beside)
                .build();
        apply(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        return chart;
    }

    private static void apply(AxesChartStyler style) {
        // Not by a function: XChart then draws the marks of a linear axis.
        style.setXAxisDecimalPattern(FIGURES).setYAxisDecimalPattern(FIGURES);
        style.setPlotGridLinesColor(GRID)
                .setPlotGridLinesStroke(new BasicStroke(1))
                .setAxisTickLabelsColor(INK)
                .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14))
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        style.setSeriesColors(COLORS)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE)
                .setChartFontColor(INK)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
                .setLegendPosition(LegendPosition.OutsideE)
                .setLegendBorderColor(Color.WHITE);
    }

    /** Writes a chart as SVG, with its title for those who do not see it. */
    static void save(Chart<?, ?> chart, Path file) throws IOException {
        Document document = GenericDOMImplementation.getDOMImplementation().createDocument(SVG, "svg", null);
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setPrecision(DIGITS);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart.paint(graphics, WIDTH, HEIGHT);
        Element root = graphics.getRoot();
        root.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
        Element title = document.createElementNS(SVG, "title");
        title.setTextContent(chart.getTitle());
        root.insertBefore(title, root.getFirstChild());
        StringWriter text = new StringWriter();
        graphics.stream(root, text, true, false);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text.toString());
    }
}
